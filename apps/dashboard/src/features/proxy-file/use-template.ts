import { useLocalStorage } from "@mantine/hooks";
import { defaultTemplate, isTemplate } from "@turnpike/rules/proxy-format.ts";

/** The template used last in this browser, for any product. */
export function useTemplate(): [string, (template: string) => void] {
  const [stored, store] = useLocalStorage({
    key: "turnpike.proxyTemplate",
    defaultValue: defaultTemplate as string,
    getInitialValueInEffect: false,
  });
  return [isTemplate(stored) ? stored : defaultTemplate, store];
}
