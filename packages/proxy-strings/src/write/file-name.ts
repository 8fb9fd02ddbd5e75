/** Names of downloaded files of proxies. */
import { type FileContents, type FileName, fileName } from "@turnpike/rules/file-name.ts";
import { type ProxyFormat, proxyFormatFacts } from "./proxy-formats.ts";

interface ProxyFile {
  brand?: string | undefined;
  contents: FileContents;
  format: ProxyFormat;
  when: number;
}

/** Names a file of proxies. Formats that share an extension, such as json, are named. */
export function proxyFileName({ format, ...named }: ProxyFile): FileName {
  const { ending } = proxyFormatFacts(format);
  const details = format === ending ? [] : [format];
  return fileName({ ...named, details, ending });
}

/** The name that a file of another format has, given the name of the same proxies as JSON. */
export function renamedTo(format: ProxyFormat, jsonName: string): FileName {
  const { ending } = proxyFormatFacts(format);
  return jsonName.replace(
    /(-\d{4}-\d\d-\d\d-\d{6})?\.json$/,
    (_json, stamp = "") => `${format === ending ? "" : `-${format}`}${stamp}.${ending}`,
  ) as FileName;
}
