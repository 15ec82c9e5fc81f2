/**
 * With `FC_SEED`, properties try the same cases in every run: what fails is what was changed, and a mutant is noticed
 * always or never. Without it, each run tries others.
 */
const seed = process.env["FC_SEED"];

if (seed !== undefined) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ seed: Number(seed) });
}
