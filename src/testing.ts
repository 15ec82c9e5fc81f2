/** Pocket Commons for tests: no test runner inside, and none needed. */

export {
  type Addition,
  type Arcs,
  type ArcValue,
  type Call,
  type CallPattern,
  type Clock,
  type Delay,
  type FacetFields,
  type Fault,
  type FaultPlan,
  type FaultRule,
  Mock,
  MockError,
  type MockOptions,
  mock,
  type NodeReference,
  type Points,
  WorldMaker,
  world,
} from "./testing/index.ts";
