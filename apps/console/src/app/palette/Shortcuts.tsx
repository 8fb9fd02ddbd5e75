import { Kbd, Modal, Text } from "@mantine/core";
import classes from "@turnpike/ui/palette/palette.module.css";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useCanCall } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import { screens } from "../navigation/screens.ts";
import { paletteKeys } from "./keys.ts";

/** Dialog that lists the keyboard shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { t: ui } = useTranslation("ui");
  const canCall = useCanCall();
  const general: [string, readonly string[]][] = [
    [t("palette.title"), paletteKeys],
    [t("keys.search"), ["/"]],
    [t("keys.title"), ["?"]],
  ];
  const navigationKeys = screens
    .filter((screen) => screen.key && canCall(screen.needs))
    .map(({ name, key = "" }): [string, string[]] => [
      word("screens", `${name}.title`),
      ["g", key],
    ]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text fw={640} fz="lg" span>
          {t("keys.title")}
        </Text>
      }
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      <dl className={classes.keys}>
        {[...general, ...navigationKeys].map(([label, keys]) => (
          <div key={label} className={classes.key}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && " "}
                  <Kbd size="xs">{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
