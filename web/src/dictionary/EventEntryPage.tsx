import { useParams } from "@tanstack/react-router";
import { EntryPage } from "./EntryPage.tsx";

export function EventEntryPage() {
  const { name } = useParams({ from: "/signed-in/p/$projectId/dictionary/events/$name" });
  // Another name is another page: nothing typed or opened for one is left over for the next.
  return <EntryPage key={name} entityType="event" name={name} />;
}

export function ProfileEntryPage() {
  const { name } = useParams({ from: "/signed-in/p/$projectId/dictionary/profiles/$name" });
  return <EntryPage key={name} entityType="profile" name={name} />;
}
