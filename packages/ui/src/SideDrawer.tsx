import { Drawer, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** What one row of a list is, beside the list. */
export function SideDrawer(props: {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("ui");
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size="lg"
      title={
        <Text span fw={640} fz="lg">
          {props.title}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {props.children}
    </Drawer>
  );
}
