import { useTranslation } from "react-i18next";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { Explain } from "./Explain.tsx";

/** Any provider's proxy string, taken apart and written anew as one of ours. */
export default function ExplainDialog(props: {
  opened: boolean;
  /** The sub-account that signs in, where one was chosen already. */
  account: string;
  /** The field's value when it opens. */
  start: string;
  /** A sub-account is to be made first; given what was pasted. */
  onCreate: (text: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("explain");
  return (
    <StepDialog opened={props.opened} title={t("title")} size="xl" onClose={props.onClose}>
      <Explain account={props.account} start={props.start} onCreate={props.onCreate} />
    </StepDialog>
  );
}
