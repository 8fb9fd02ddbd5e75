import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toast } from "./lib/toast.ts";

interface CopyProps {
  value: string;
  /** What is copied, for the button's name: "Copy password". */
  label?: string;
  /** Shows the label beside the icon. */
  text?: boolean;
  /** The toast; "Copy Success" by default (spec/dashboard#messages). */
  done?: string;
  variant?: "default" | "subtle" | "light" | "filled";
  size?: "xs" | "sm" | "md";
  /** Runs in place of copying, where there is nothing to copy yet. */
  instead?: (() => void) | undefined;
}

/** Copies a text with one click and says so. */
export function CopyButton(props: CopyProps) {
  const { t } = useTranslation("ui");
  const copy = useCopy();
  const label = props.label ?? t("copy");
  const icon = copy.copied ? <IconCheck size={16} /> : <IconCopy size={16} />;
  const onClick = props.instead ?? (() => copy.run(props.value, props.done));
  if (props.text) {
    return (
      <Button
        variant={props.variant ?? "default"}
        size={props.size ?? "xs"}
        leftSection={icon}
        onClick={onClick}
      >
        {label}
      </Button>
    );
  }
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={props.variant ?? "subtle"}
        color="gray"
        aria-label={label}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** Copying for batch actions: `copy.run(text, "3 rows copied")`. */
export function useCopy() {
  const { t } = useTranslation("ui");
  const clipboard = useClipboard({ timeout: 1500 });
  return {
    copied: clipboard.copied,
    run(value: string, done?: string) {
      if (navigator.clipboard) clipboard.copy(value);
      else copyBySelection(value);
      toast.success(done ?? t("copySuccess"));
    },
  };
}

/** On plain-http hosts other than localhost there is no clipboard API. */
function copyBySelection(value: string): void {
  const area = document.createElement("textarea");
  area.value = value;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
