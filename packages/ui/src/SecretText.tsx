import { ActionIcon, Group, Tooltip } from "@mantine/core";
import { IconEye, IconEyeOff } from "./icons.ts";
import { useState } from "react";
import { CopyButton } from "./CopyButton.tsx";

/** A password that is hidden until revealed; it can be copied in either state. */
export function SecretText(props: {
  value: string;
  /** Names of the buttons: "Show the password of x", "Copy …". */
  showLabel: string;
  hideLabel: string;
  copyLabel: string;
  /** Called when it is shown or hidden. */
  onToggle?: (visible: boolean) => void;
}) {
  const [visible, setVisible] = useState(false);
  const label = visible ? props.hideLabel : props.showLabel;
  // The server covers what the reader's role may not see.
  if (/^•+$/.test(props.value)) return <span aria-hidden>{props.value}</span>;
  const toggle = () => {
    setVisible(!visible);
    props.onToggle?.(!visible);
  };
  return (
    <Group gap={2} wrap="nowrap" display="inline-flex">
      <span style={{ fontFamily: "var(--mantine-font-family-monospace)", fontSize: "0.8125rem" }}>
        {visible ? props.value : <span aria-hidden>••••••••</span>}
      </span>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={label}
          aria-pressed={visible}
          onClick={toggle}
        >
          {visible ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        </ActionIcon>
      </Tooltip>
      <CopyButton value={props.value} label={props.copyLabel} />
    </Group>
  );
}
