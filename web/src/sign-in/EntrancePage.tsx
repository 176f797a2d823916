import { type ReactNode, useEffect } from "react";
import { Brand } from "../app/Brand.tsx";

/** The frame of the pages in front of the sign-in. */
export function EntrancePage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Tributary`;
  }, [title]);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center px-4 py-10">
      <div className="mb-6 flex justify-center">
        <Brand />
      </div>
      <div className="rounded-xl border border-line bg-surface p-6">
        <h1 className="mb-4 text-lg font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}
