import type { ReactNode } from "react";
import { isNoPermission } from "../api/failure.ts";
import { cx } from "./cx.ts";
import { FailureNotice } from "./FailureNotice.tsx";
import { NoPermission } from "./NoPermission.tsx";
import { Waiting } from "./Waiting.tsx";

/** What this needs of a query's result; `useQuery` gives more. */
type Query<Data> = {
  data: Data | undefined;
  error: Error | null;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
};

type QueryStateProps<Data> = {
  query: Query<Data>;
  children: (data: NonNullable<Data>) => ReactNode;
  /** Shown when there is an answer with nothing in it. */
  empty?: ReactNode;
  /** By default: a list without items. */
  isEmpty?: (data: NonNullable<Data>) => boolean;
  skeleton?: ReactNode;
  onCancel?: () => void;
  tips?: ReactNode;
  /** What could not be loaded: "The imports could not be loaded". */
  failedTitle?: string;
};

/** Every list and figure that comes from the server stands inside of one: loading, failed, no permission, empty, there. */
export function QueryState<Data>(props: QueryStateProps<Data>) {
  const { query, children, empty, isEmpty = hasNoItems, skeleton, onCancel, tips, failedTitle } = props;
  const { data, error } = query;
  const retry = () => void query.refetch();
  const failed = error !== null && (
    <FailureNotice
      failure={error}
      onRetry={retry}
      {...(failedTitle === undefined ? {} : { title: failedTitle })}
    />
  );
  if (isNoPermission(error)) return <NoPermission failure={error} />;
  if (data === undefined || data === null) {
    return failed || <Waiting skeleton={skeleton} onCancel={onCancel} tips={tips} />;
  }
  if (empty !== undefined && isEmpty(data)) return empty;
  return (
    <div
      className={cx("transition-opacity", query.isPlaceholderData && "opacity-60")}
      aria-busy={query.isPlaceholderData || undefined}
    >
      {/* What was shown stays; that it could not be renewed is said above it. */}
      {failed ? <div className="mb-3">{failed}</div> : null}
      {children(data)}
    </div>
  );
}

const hasNoItems = (data: unknown): boolean => Array.isArray(data) && data.length === 0;
