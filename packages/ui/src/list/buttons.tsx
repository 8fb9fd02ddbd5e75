/** The buttons of lists: on one row, on the selected rows, and on the whole list. */
import { ActionIcon, Button, type ButtonProps, Menu, Tooltip } from "@mantine/core";
import { Fragment } from "react";
import { Link } from "react-router";
import { type Icon, IconDots, IconFileDownload, IconTrash } from "../icons.ts";

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

/** An action in a row's menu: it runs something or leads somewhere. */
export interface RowAct {
  label: string;
  icon: Icon;
  run?: () => void;
  to?: string;
  disabled?: boolean;
  /** A line is drawn above it. */
  apart?: boolean;
  /** It is last and red. */
  danger?: boolean;
}

/** The "…" at the end of a row; what is false is left out. */
export function RowMenu(props: { label: string; loading?: boolean; acts: (RowAct | false)[] }) {
  return (
    <Menu position="bottom-end" shadow="md" width={230}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={props.loading ?? false}
          aria-label={props.label}
        >
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.acts.map(
          (act) =>
            act && (
              <Fragment key={act.label}>
                {(act.apart || act.danger) && <Menu.Divider />}
                <MenuItem {...act} />
              </Fragment>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function MenuItem({ label, icon: ItemIcon, run, to, disabled, danger }: RowAct) {
  const look = {
    leftSection: <ItemIcon size={16} aria-hidden />,
    disabled: disabled ?? false,
    ...(danger ? { c: "var(--mantine-color-error)" } : {}),
  };
  return to === undefined ? (
    <Menu.Item {...look} onClick={run}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item {...look} component={Link} to={to}>
      {label}
    </Menu.Item>
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
