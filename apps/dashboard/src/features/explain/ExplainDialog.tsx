import { useTranslation } from "react-i18next";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { Explain } from "./Explain.tsx";

/** Explains any provider's proxy string and converts it to an endpoint here. */
export default function ExplainDialog(props: {
  opened: boolean;
  /** The sub-account to sign in with, if one has been chosen. */
  account: string;
  /** The field's initial value. */
  start: string;
  /** Called with the pasted text when a sub-account has to be created first. */
  onCreate: (text: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("explain");
  return (
    <Dialog opened={props.opened} title={t("title")} size="xl" onClose={props.onClose}>
      <Explain account={props.account} start={props.start} onCreate={props.onCreate} />
    </Dialog>
  );
}
