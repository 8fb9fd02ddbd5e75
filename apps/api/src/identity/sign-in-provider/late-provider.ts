/** A provider whose code is loaded when somebody signs in with it: it brings a library of 14 files. */
import type { SignInProvider } from "./sign-in.ts";

/** Makes the provider once, when it is first used. */
export function lateProvider(
  clientId: string,
  make: () => Promise<SignInProvider>,
): SignInProvider {
  let made: Promise<SignInProvider> | undefined;
  const provider = () => (made ??= make());
  return {
    clientId,
    pageFor: async (start) => (await provider()).pageFor(start),
    byCode: async (code, start) => (await provider()).byCode(code, start),
    byIdToken: async (token, nonce) => (await provider()).byIdToken(token, nonce),
  };
}
