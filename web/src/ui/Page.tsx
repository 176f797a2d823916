import { type ReactNode, useEffect } from "react";

type PageProps = {
  title: string;
  /** Shown beside the title: a status chip, a beta label. */
  badge?: ReactNode;
  /** The question this page answers, in one sentence. */
  description?: ReactNode;
  /** The primary action, and at most a few more. */
  action?: ReactNode;
  /** Where this page hangs, such as a link back to the list. */
  above?: ReactNode;
  children: ReactNode;
};

/** The frame of every page: its heading, what can be done, and the content. The browser's title follows. */
export function Page({ title, badge, description, action, above, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Tributary`;
  }, [title]);
  return (
    <div className="mx-auto w-full max-w-[88rem] px-4 py-5 sm:px-6 lg:px-8">
      {above === undefined ? null : <div className="mb-2 text-xs text-ink-soft">{above}</div>}
      <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
            {badge}
          </div>
          {description === undefined ? null : <p className="mt-1 max-w-prose text-ink-soft">{description}</p>}
        </div>
        {action === undefined ? null : <div className="flex flex-wrap items-center gap-2">{action}</div>}
      </header>
      {children}
    </div>
  );
}
