/** Door of the faults: which requests go wrong, how, and when. */

export { chanceOf, normalOf } from "./chance.ts";
export { type Clock, realClock } from "./clock.ts";
export { faultyAnswer } from "./fault-answer.ts";
export {
  type Delay,
  delayOf,
  type Fault,
  type FaultKey,
  type FaultPlan,
  type FaultRule,
  faultOf,
} from "./fault-plan.ts";
