import { useLocalStorage } from "@mantine/hooks";
import { proxyFormats } from "@turnpike/rules/proxy-formats.ts";
import type { Form } from "./FormatFields.tsx";

const first: Form = { format: "host-port-user-pass", protocol: "http" };

/** The form that was copied or saved last in this browser, whatever of. */
export function useForm(): [Form, (form: Form) => void] {
  const [kept, keep] = useLocalStorage<Form>({
    key: "turnpike.proxyForm",
    defaultValue: first,
    getInitialValueInEffect: false,
  });
  const known = kept?.format in proxyFormats && ["http", "socks5"].includes(kept.protocol);
  return [known ? kept : first, keep];
}
