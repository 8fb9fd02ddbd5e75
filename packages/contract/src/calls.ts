/** Every call there is. The API must handle each, or it does not compile. */
import { accountCalls } from "./account-calls.ts";
import { productCalls } from "./product-calls.ts";

export const calls = { ...accountCalls, ...productCalls };
export type Calls = typeof calls;
export type CallName = keyof Calls;
