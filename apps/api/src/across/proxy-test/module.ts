import { defineModule } from "../../platform/module.ts";
import { proxyTestCalls } from "./calls.ts";

export const proxyTestModule = defineModule({ calls: proxyTestCalls });
