/** A chart as SVG and as PNG, with its title, sources and dates. */
import { useState } from "preact/hooks";
import type { Draw, PictureTexts } from "../charts/picture.ts";
import { saveFile } from "./save.tsx";

/** Sharp on screens and in print. */
const scale = 2;

async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) =>
        blob === null ? reject(new Error("the picture is too large")) : resolve(blob),
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

interface SavePictureProps {
  readonly draw: Draw;
  readonly texts: PictureTexts;
}

export function SavePicture({ draw, texts }: SavePictureProps) {
  const [failure, setFailure] = useState("");
  const save = async (format: "svg" | "png") => {
    setFailure("");
    try {
      const { pictureOf } = await import("../charts/picture.ts");
      const svg = pictureOf(draw, texts);
      const name = `${fileName(texts.title)}.${format}`;
      if (format === "svg") saveFile(name, "image/svg+xml", [svg]);
      else saveFile(name, "image/png", [await pngOf(svg)]);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : `${error}`);
    }
  };
  return (
    <p class="save picture-save">
      <span class="quiet">Save picture:</span>
      <button
        type="button"
        class="link-button"
        aria-label={`Save SVG of ${texts.title}`}
        onClick={() => void save("svg")}
      >
        SVG
      </button>
      <button
        type="button"
        class="link-button"
        aria-label={`Save PNG of ${texts.title}`}
        onClick={() => void save("png")}
      >
        PNG
      </button>
      {failure !== "" && <span role="alert">{failure}</span>}
    </p>
  );
}

/** Letters and digits of any script. */
const fileName = (title: string): string =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80) || "picture";
