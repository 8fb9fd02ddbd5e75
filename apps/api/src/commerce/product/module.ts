import { defineModule } from "../../platform/module.ts";
import { productCalls } from "./calls.ts";

export const productModule = defineModule({ calls: productCalls });
