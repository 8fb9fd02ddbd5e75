import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "./icons.ts";
import { useTranslation } from "react-i18next";
import { toast } from "./lib/toast.ts";

interface CopyProps {
  value: string;
  /** Names the button after what it copies: "Copy password". */
  label?: string;
  /** Shows the label next to the icon. */
  text?: boolean;
  /** The toast's text; "Copy Success" by default (spec/dashboard#messages). */
  done?: string;
  variant?: "default" | "subtle" | "light" | "filled";
  size?: "xs" | "sm" | "md";
  /** Called instead of copying, if there is nothing to copy yet. */
  instead?: (() => void) | undefined;
}

/** Copies a text with one click and confirms it. */
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

/** Copies for batch actions: `copy.run(text, "3 rows copied")`. */
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

/** Fallback for http hosts other than localhost, where there is no clipboard API. */
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
