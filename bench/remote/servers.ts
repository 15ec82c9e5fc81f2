/** nginx and PostgreSQL on free ports of this machine, and a wire that takes its time. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  accessSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

export interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

/** The files of a folder, by ranges. @throws Error when there is no nginx */
export async function startNginx(root: string): Promise<Running> {
  const program = programOf("nginx", ["/usr/sbin", "/usr/bin"]);
  const folder = mkdtempSync(join(tmpdir(), "pocket-commons-nginx-"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    `${user} worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/errors;
     events { worker_connections 256; }
     http { access_log off; ${temporary} keepalive_requests 1000000;
       server { listen 127.0.0.1:${port}; root ${root}; } }`,
  );
  const child = spawn(program, ["-c", `${folder}/nginx.conf`, "-p", folder], { stdio: "ignore" });
  return running(child, folder, port);
}

/** An empty database. @throws Error when there is no PostgreSQL */
export async function startPostgres(): Promise<Running> {
  const debian = "/usr/lib/postgresql";
  const folders = readdirSync(debian).map((version) => `${debian}/${version}/bin`);
  const program = programOf("postgres", folders);
  const folder = mkdtempSync(join(tmpdir(), "pocket-commons-postgres-"));
  const port = await freePort();
  const user = userOf("postgres");
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, "data");
  const initial = ["-D", data, "-U", "bench", "--auth=trust", "-E", "UTF8", "--locale=C"];
  execFileSync(programOf("initdb", [dirname(program)]), [...initial, "--no-sync"], {
    stdio: "ignore",
    cwd: folder,
    ...user,
  });
  const settings = ["listen_addresses=127.0.0.1", "fsync=off", "shared_buffers=512MB"];
  const options = [...settings, "work_mem=64MB", "jit=off"].flatMap((one) => ["-c", one]);
  const child = spawn(program, ["-D", data, "-p", `${port}`, "-k", folder, ...options], {
    stdio: "ignore",
    cwd: folder,
    ...user,
  });
  return running(child, folder, port);
}

/**
 * A wire on which everything that is sent to a port takes so many milliseconds; answers do not. All answers together
 * have so many bytes a second.
 */
export async function startWire(
  to: number,
  milliseconds: number,
  bytesPerSecond = Number.POSITIVE_INFINITY,
): Promise<Running> {
  /** When the wire has passed what came before. */
  let free = 0;
  const wire: Server = createServer((near) => {
    const far = connect(to, "127.0.0.1").setNoDelay(true);
    near.setNoDelay(true);
    near.on("data", (bytes) => void setTimeout(milliseconds).then(() => far.write(bytes)));
    if (bytesPerSecond === Number.POSITIVE_INFINITY) far.pipe(near);
    else {
      // In turn: a timer that was set later may end earlier.
      let passed = Promise.resolve();
      const pass = (bytes: number, then: () => void): void => {
        free = Math.max(free, performance.now()) + (bytes / bytesPerSecond) * 1000;
        const end = free;
        passed = passed.then(() => setTimeout(end - performance.now())).then(then);
      };
      far.on("data", (bytes) => pass(bytes.length, () => void near.write(bytes)));
      far.on("end", () => pass(0, () => void near.end()));
    }
    near.on("error", () => far.destroy()).on("close", () => far.destroy());
    far.on("error", () => near.destroy());
    // With a speed, what was answered before may still be on the wire: its end follows it.
    if (bytesPerSecond === Number.POSITIVE_INFINITY) far.on("close", () => near.destroy());
  });
  await new Promise<void>((done) => wire.listen(0, "127.0.0.1", done));
  const { port } = wire.address() as AddressInfo;
  return { port, stop: async () => void wire.close() };
}

async function running(child: ChildProcess, folder: string, port: number): Promise<Running> {
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  process.once("exit", () => child.kill("SIGKILL"));
  for (const end = Date.now() + 20_000; !(await isOpen(port)); ) {
    if (Date.now() > end || child.exitCode !== null) throw new Error("a server does not start");
    await setTimeout(50);
  }
  return {
    port,
    stop: async () => {
      child.kill("SIGINT");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.end());
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

function programOf(name: string, folders: readonly string[]): string {
  for (const folder of folders) {
    try {
      accessSync(join(folder, name));
      return join(folder, name);
    } catch {
      // The next folder may have it.
    }
  }
  throw new Error(`there is no ${name}`);
}

/** PostgreSQL refuses to be root's. */
function userOf(name: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync("id", [flag, name]));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
