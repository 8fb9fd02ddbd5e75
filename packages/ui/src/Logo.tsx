import { Group, Text } from "@mantine/core";
import { isWideLogo } from "@turnpike/rules/brand.ts";
import { type SyntheticEvent, useState } from "react";
import { useBrand } from "./lib/brand.ts";
import classes from "./Logo.module.css";

/**
 * The brand's logo and its name. `markOnPhones`: where there is little room, a wide logo gives way to
 * the icon, and the name is hidden.
 */
export function Logo(props: { size?: number; markOnPhones?: boolean }) {
  const { name, logo, logoDark, favicon } = useBrand();
  const [isWide, setWide] = useState(false);
  const size = props.size ?? 26;
  const look = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) =>
    setWide(isWideLogo(image.naturalWidth, image.naturalHeight));
  const alt = isWide ? name : "";
  const image = {
    height: size,
    style: { maxWidth: size * 7 },
    onLoad: look,
  };
  const giveWay = isWide && props.markOnPhones === true;
  return (
    <Group gap={9} wrap="nowrap" miw={0} {...(giveWay ? { className: classes.giveWay } : {})}>
      <img {...image} alt={alt} src={logo} className={classes.light} />
      <img {...image} alt={alt} src={logoDark} className={classes.dark} />
      {giveWay && (
        <img
          height={size}
          style={{ maxWidth: size * 2 }}
          alt={name}
          src={favicon}
          className={classes.icon}
        />
      )}
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
