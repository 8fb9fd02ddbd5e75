/** The buttons of lists: on one row, on the selected rows, and on the whole list. */
import { ActionIcon, Button, type ButtonProps, Menu, Tooltip } from "@mantine/core";
import { Fragment } from "react";
import { Link } from "react-router";
import { type Icon, IconDots, IconFileDownload, IconTrash } from "../icons.ts";
import { may, type Need } from "../lib/may.ts";

interface RowButtonProps {
  /** The right that it needs (`lib/may.ts`). */
  needs?: Need;
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
export function RowButton({ tip, label, icon: ButtonIcon, needs, ...button }: RowButtonProps) {
  if (!may(needs)) return null;
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
  /** The right that it needs (`lib/may.ts`). */
  needs?: Need;
}

/** The "…" at the end of a row; what is false or beyond the reader's rights is left out. */
export function RowMenu(props: { label: string; loading?: boolean; acts: (RowAct | false)[] }) {
  const acts = props.acts.filter((act) => act !== false && may(act.needs)) as RowAct[];
  if (acts.length === 0) return null;
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
        {acts.map((act, at) => (
          <Fragment key={act.label}>
            {(act.apart || act.danger) && at > 0 && <Menu.Divider />}
            <MenuItem {...act} />
          </Fragment>
        ))}
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
  /** The right that it needs (`lib/may.ts`). */
  needs?: Need;
  onClick?: () => void;
}

/** An action on the selected rows. */
export function BatchButton(props: ListButtonProps) {
  const { label, icon: ButtonIcon, danger, needs, ...button } = props;
  if (!may(needs)) return null;
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
export const DeleteButton = (props: { label: string; needs?: Need; onClick: () => void }) => (
  <BatchButton danger icon={IconTrash} {...props} />
);

/** Exports the whole list. */
export function ExportAll(props: { label: string; needs?: Need; onClick: () => void }) {
  if (!may(props.needs)) return null;
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
