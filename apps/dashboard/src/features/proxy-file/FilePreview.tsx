import { rowsFile } from "@turnpike/proxy-strings/write/proxy-file.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { useBrand } from "@turnpike/ui/lib/brand.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import type { Form } from "./FormatFields.tsx";

/** Previews the file, using the generator that writes it. */
export default function FilePreview(props: {
  form: Form;
  proxies: readonly ProxyFields[];
  label: string;
}) {
  const { format, protocol } = props.form;
  const { name } = useBrand();
  const rows = props.proxies.map((fields) => ({ fields }));
  return <CodeBlock code={rowsFile(format, rows, { protocol, name })} label={props.label} />;
}
