import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import type { FileContents } from "@turnpike/rules/file-name.ts";
import { openDialog } from "@turnpike/ui/act/act.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { useTranslation } from "react-i18next";

const ChooseForm = lazyComponent(async () => (await import("./ChooseForm.tsx")).ChooseForm);

/** Shows, copies or saves already loaded proxies in any format. */
export function useChooseForm(): (proxies: readonly ProxyFields[], contents: FileContents) => void {
  const { t } = useTranslation("formats");
  return (proxies, contents) =>
    openDialog({
      title: t("title"),
      body: (close) => <ChooseForm proxies={proxies} contents={contents} onDone={close} />,
    });
}
