import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import classes from "./redeem.module.css";

/** A CDKey with a copy button. */
export function Code({ code }: { code: string }) {
  const { t } = useTranslation("cdkey");
  return (
    <Group gap={2} wrap="nowrap" display="inline-flex">
      <span className={classes.key}>{code}</span>
      <CopyButton value={code} label={t("list.copyOne", { code })} />
    </Group>
  );
}
