import { Box, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./home.module.css";
import overview from "./overview.module.css";

/** The layout while loading: four figures, two panels side by side, three cards, support. */
export function HomeSkeleton() {
  const { t } = useTranslation("ui");
  return (
    <Box role="status">
      <span className="visually-hidden">{t("loading")}</span>
      <div className={classes.skeleton} aria-hidden>
        <div className={overview.overview}>
          {[0, 1, 2, 3].map((at) => (
            <div key={at} className={overview.figure}>
              <Skeleton h={14} w="45%" />
              <Skeleton h={32} w="60%" />
              <Skeleton h={14} w="75%" />
              <Skeleton h={28} w="90%" />
              <Skeleton h={28} w={110} mt="auto" />
            </div>
          ))}
        </div>
        <div className={classes.now}>
          <Skeleton h={210} radius="lg" />
          <div className={classes.happened}>
            <Skeleton h={99} radius="lg" />
            <Skeleton h={99} radius="lg" />
          </div>
        </div>
        <div className={classes.more}>
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} h={170} radius="lg" />
          ))}
        </div>
        <Skeleton h={100} radius="lg" />
      </div>
    </Box>
  );
}
