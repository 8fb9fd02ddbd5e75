import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "./icons.ts";

/** A menu to save the same data in one of several formats. */
export function DownloadMenu(props: {
  label: string;
  formats: readonly { label: string; save: () => void }[];
  disabled?: boolean;
}) {
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          disabled={props.disabled ?? false}
          leftSection={<IconDownload size={15} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {props.label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {props.formats.map(({ label, save }) => (
          <Menu.Item key={label} onClick={save}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
