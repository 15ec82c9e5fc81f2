/** What a command that fails says, and its exit code. */

import { CommanderError } from "commander";
import { DataError, LoadError, RpcError } from "../index.ts";
import { exitCodes } from "./exit-codes.ts";
import { type CliIo, UsageError } from "./io.ts";
import { printJson, tell } from "./output.ts";
import { oneLine } from "./styled-text.ts";

/** Longer messages are cut: a path or a query in them can have any length. */
const messageMax = 1_000;

/**
 * Says on standard error what went wrong, and on standard output as JSON when that was asked for:
 * an endpoint's error as the endpoint sends it, others as `{ kind, message, file, line }`.
 */
export function failed(error: unknown, isJson: boolean, io: CliIo): number {
  if (error instanceof CommanderError) {
    // Help and version end this way too; the parser has said on standard error what is wrong.
    if (error.exitCode === 0) return exitCodes.done;
    const message = error.message.replace(/^error: /, "");
    if (isJson) printJson({ kind: "usage", message: cut(message) }, io);
    return exitCodes.failed;
  }
  if (isJson) printJson(bodyOf(error), io);
  const isBug = kindOf(error) === "bug";
  const about = isBug ? `this is a bug, please report it: ${stackOf(error)}` : messageOf(error);
  tell([{ style: "bad", text: "error:" }, ` ${isBug ? about : oneLine(cut(about))}`], io);
  if (error instanceof RpcError) return exitCodes.mistakes;
  return isBug ? exitCodes.bug : exitCodes.failed;
}

function bodyOf(error: unknown): unknown {
  if (error instanceof RpcError) return error;
  const { file, line } = error instanceof LoadError ? error : {};
  return { kind: kindOf(error), message: cut(messageOf(error)), file, line };
}

function kindOf(error: unknown): string {
  if (error instanceof RpcError) return "answer";
  if (error instanceof DataError) return error.kind;
  if (error instanceof UsageError || error instanceof TypeError) return "usage";
  // The class is not loaded for this.
  if (error instanceof Error && error.name === "RemoteError") return "remote";
  return isSystemError(error) ? "system" : "bug";
}

/** What the file system or the machine refuses: a full disk, a folder that may not be written. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && "code" in error;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof RpcError ? `${error.message}${causeOf(error)}` : error.message;
}

/** The service's own texts are short; the cause says more. */
function causeOf({ message, cause }: RpcError): string {
  return cause instanceof Error && cause.message !== message ? ` (${cause.message})` : "";
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function cut(text: string): string {
  return text.length > messageMax ? `${text.slice(0, messageMax)}\u2026` : text;
}
