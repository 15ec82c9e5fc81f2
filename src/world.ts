/** Everything a handler may read. Placeholder: the frozen world is defined with the store. */
export interface World {
  readonly placeholder?: never;
}
