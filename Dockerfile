# A server over the data in /data, read-only and without root:
#
#     docker build -t pocket-commons .
#     docker run --rm -p 127.0.0.1:8080:8080 -v "$PWD/my-data:/data:ro" pocket-commons
#
# Options of `serve` come after the name of the image: `--keys-file` before others can reach it, `--allowed-host`
# with the name by which they call it.

FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --ignore-scripts && mkdir /app \
  && tar -xzf pocket-commons-*.tgz -C /app --strip-components=1

FROM gcr.io/distroless/nodejs24-debian12:nonroot
COPY --from=build /app /app
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node", "/app/dist/cli.js", "serve", "/data", "--host", "0.0.0.0", "--allow-remote", "--port", "8080"]
