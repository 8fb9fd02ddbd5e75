import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";

/** Each refused address with its reason, in the API's words. */
export function Refused(props: {
  items: Answered<"addTrafficWhite">["refused"];
  onClose: () => void;
}) {
  const { t } = useTranslation(["white-manage", "ui"]);
  const { items, onClose } = props;
  if (items.length === 0) return null;
  return (
    <Alert
      color="red"
      role="alert"
      title={t("refused.title", { count: items.length })}
      withCloseButton
      closeButtonLabel={t("ui:close")}
      onClose={onClose}
    >
      <ul style={{ margin: 0, paddingInlineStart: 18, overflowWrap: "anywhere" }}>
        {items.map(({ ip, msg }) => (
          <li key={ip}>
            <code>{ip}</code> – {msg}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
