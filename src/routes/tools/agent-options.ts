/** What an operator says about tools for language models. */
import { type OptionRows, requireOptions } from "../../options/required-options.ts";

/** How tools for language models are served. */
export interface AgentOptions {
  /** What a model reads first, in place of our own text. Default: that text. */
  readonly instructions?: string | undefined;
  /**
   * The folder that answers of more than 500 rows are written to. It is made if it is not there. Nothing
   * is written outside of it, and no file is overwritten. Default: none, and nothing is written.
   */
  readonly folder?: string | undefined;
  /** How many bytes the files of the folder may have. Default: 1 GiB. */
  readonly maxFolderBytes?: number | undefined;
}

export const agentRows = {
  instructions: { is: ["text"] },
  folder: { is: ["text"] },
  maxFolderBytes: { is: ["number"] },
} satisfies OptionRows<AgentOptions>;

/** @throws TypeError for an option that is none */
export function checkAgentOptions(what: string, options: AgentOptions): void {
  requireOptions(what, options, agentRows);
}
