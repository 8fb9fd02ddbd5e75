import { type Endpoint, endpointUrl, type EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { ProxyTest } from "./ProxyTest.tsx";
import { CommandBy } from "./CommandBy.tsx";

/** A command to paste into a terminal, and a test from here. `testHelp` says what a test costs. */
export function EndpointTry(props: {
  endpointBy: (protocol: EndpointProtocol) => Endpoint;
  testHelp: string;
}) {
  const { endpointBy, testHelp } = props;
  return (
    <CommandBy commandOf={(protocol, target) => curlCommand(endpointBy(protocol), target)}>
      {(protocol) => {
        const endpoint = endpointBy(protocol);
        return <ProxyTest key={endpointUrl(endpoint)} endpoint={endpoint} help={testHelp} />;
      }}
    </CommandBy>
  );
}
