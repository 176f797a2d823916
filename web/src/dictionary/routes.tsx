import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { readEntrySearch } from "./entry-search.ts";
import { readDictionarySearch } from "./search.ts";

export const dictionaryRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "dictionary",
    validateSearch: readDictionarySearch,
    component: lazyRouteComponent(() => import("./DictionaryPage.tsx"), "DictionaryPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "dictionary/events/$name",
    validateSearch: readEntrySearch,
    component: lazyRouteComponent(() => import("./EventEntryPage.tsx"), "EventEntryPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "dictionary/profiles/$name",
    validateSearch: readEntrySearch,
    component: lazyRouteComponent(() => import("./EventEntryPage.tsx"), "ProfileEntryPage"),
  }),
] as const;
