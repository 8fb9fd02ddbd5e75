/** A provider, an echo, a website and a manager, and what tests do with them. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeEach } from "vitest";
import { startEcho, startProvider, startSite, startTestManager } from "../testing.ts";

/** Starts them for the tests of a file; the provider forgets what it saw before each. */
export function managerBench() {
  const provider = forTests(startProvider);
  const manager = forTests(startTestManager);
  const bench = { provider, manager, echo: forTests(startEcho), site: forTests(startSite) };
  beforeEach(() => {
    Object.assign(provider, { targets: [], heads: [], refusal: null, reply: 0 });
  });
  return {
    ...bench,
    start: (scheme: string, more = {}, login = "ada:secret") =>
      manager.start(`${scheme}://${login}@127.0.0.1:${provider.port}`, more),
    shown: async (port: number) => {
      const found = (await manager.list()).find((one) => one.port === port);
      if (!found) throw new Error(`${port} is not in the list`);
      return found;
    },
  };
}
