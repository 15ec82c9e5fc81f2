/** Tests of single rooms have the whole engine, as all programs in Node have. */
import { provideEngine } from "../src/commons/engine/provide-engine.ts";

provideEngine();
