/** Tests of single rooms have the whole engine, as all programs in Node have. */
import { provideEngine } from "../src/commons/with-files.ts";

provideEngine();
