/** Examples of signing in. */

export const session = "EXAMPLE-SESSION-TOKEN";
export const option = (name: string) => ({
  clientId: `example-client-at-${name}`,
  state: "EXAMPLE-STATE",
  nonce: "EXAMPLE-NONCE",
  url: `https://${name}.example/authorize?client_id=example-client-at-${name}&state=EXAMPLE-STATE`,
});
