import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { Claim } from "./Claim.tsx";

/** Each refused address with its reason, in the API's words; a taken one may be claimed. */
export function Refused(props: {
  items: Answered<"addTrafficWhite">["refused"];
  onClose: () => void;
  onClaimed: (ip: string) => void;
}) {
  const { t } = useTranslation(["white-manage", "ui"]);
  const { items, onClose, onClaimed } = props;
  if (items.length === 0) return null;
  const taken = items.filter(({ reason }) => reason === "ipTaken").map(({ ip }) => ip);
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
      {taken.length > 0 && <Claim taken={taken} onClaimed={onClaimed} />}
    </Alert>
  );
}
