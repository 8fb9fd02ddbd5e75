import { Drawer, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** All details of a row, in a drawer beside the list. */
export function DetailsDrawer(props: {
  opened: boolean;
  title: string;
  /** For pictures: half the window. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("ui");
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={props.wide ? "xl" : "md"}
      title={
        <Text fw={640} fz="lg" span>
          {props.title}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Stack gap="md">{props.children}</Stack>
    </Drawer>
  );
}
