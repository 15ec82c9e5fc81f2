/** A `Response` that holds a text. */

export type ResponseClass = typeof Response;
export type TextResponseClass = new (text: string, init: ResponseInit) => Response;

/** A response with a text for its body. */
export function textResponse(text: string, init: ResponseInit): Response {
  // Tests and tools replace the global.
  if (known?.base !== Response) known = { base: Response, chosen: chosenFor(Response) };
  return new known.chosen(text, init);
}

/** Has responses made by another class than the global one: `choose` is asked which. */
export function provideResponses(choose: (base: ResponseClass) => TextResponseClass): void {
  known = undefined;
  chosenFor = choose;
}

let known: { readonly base: ResponseClass; readonly chosen: TextResponseClass } | undefined;

let chosenFor = (base: ResponseClass): TextResponseClass => base;
