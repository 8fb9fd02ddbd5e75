import { Group, Text } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { useBrand } from "./lib/brand.ts";
import classes from "./Logo.module.css";

/** From this ratio of its sides a logo is taken for one that has the name in it. */
const WIDE = 2;

/** The brand's logo and its name, which can be hidden on phones. */
export function Logo(props: { size?: number; markOnPhones?: boolean }) {
  const { name, logo, logoDark } = useBrand();
  const [isWide, setWide] = useState(false);
  const size = props.size ?? 26;
  const look = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) =>
    setWide(image.naturalWidth > image.naturalHeight * WIDE);
  const alt = isWide ? name : "";
  const image = {
    height: size,
    style: { maxWidth: size * 7 },
    onLoad: look,
  };
  return (
    <Group gap={9} wrap="nowrap" miw={0}>
      <img {...image} alt={alt} src={logo} className={classes.light} />
      <img {...image} alt={alt} src={logoDark} className={classes.dark} />
      {!isWide && (
        <Text
          span
          truncate
          fw={680}
          fz="1.0625rem"
          lts="-0.02em"
          {...(props.markOnPhones ? { visibleFrom: "sm" } : {})}
        >
          {name}
        </Text>
      )}
    </Group>
  );
}
