/** The files of an export, and the manifest that tells a loader whose they are. */

/** A file whose text is made as it is read; `lines` may be called more than once. */
export interface ExportedFile {
  readonly name: string;
  readonly lines: () => Iterable<string>;
}

export interface ExportManifest {
  /**
   * A `provenanceId` of "" means: what names no provenance has none, not the provenance of the
   * file.
   */
  readonly graph: readonly { readonly file: string; readonly provenanceId: string }[];
  readonly observations?: string;
}

export function manifestFile(manifest: ExportManifest): ExportedFile {
  return { name: "manifest.json", lines: () => [`${JSON.stringify(manifest, null, 2)}\n`] };
}
