/** The buttons of lists: on one row, on the selected rows, and on the whole list. */
import { ActionIcon, Button, type ButtonProps, Tooltip } from "@mantine/core";
import { type Icon, IconFileDownload, IconTrash } from "../icons.ts";

interface RowButtonProps {
  /** What it does. */
  tip: string;
  /** What it does to this row, as its accessible name. */
  label: string;
  icon: Icon;
  disabled?: boolean;
  loading?: boolean;
  onClick?: () => void;
}

/** An icon at the end of a row. */
export function RowButton({ tip, label, icon: ButtonIcon, ...button }: RowButtonProps) {
  return (
    <Tooltip label={tip}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} {...button}>
        <ButtonIcon size={17} />
      </ActionIcon>
    </Tooltip>
  );
}

interface ListButtonProps extends Pick<ButtonProps, "loading" | "disabled" | "rightSection"> {
  label: string;
  icon?: Icon;
  danger?: boolean;
  onClick?: () => void;
}

/** An action on the selected rows. */
export function BatchButton({ label, icon: ButtonIcon, danger, ...button }: ListButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      {...(danger ? { c: "var(--mantine-color-error)" } : {})}
      leftSection={ButtonIcon && <ButtonIcon size={15} aria-hidden />}
      {...button}
    >
      {label}
    </Button>
  );
}

/** Deletes the selected rows. */
export const DeleteButton = (props: { label: string; onClick: () => void }) => (
  <BatchButton danger icon={IconTrash} {...props} />
);

/** Exports the whole list. */
export function ExportAll(props: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
  );
}
