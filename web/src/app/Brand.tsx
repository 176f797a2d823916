/** The two streams that become one. */
export const Brand = () => (
  <span className="flex items-center gap-2 text-base font-semibold tracking-tight">
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6">
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path
        d="M8 7c0 7 8 7 8 14v4M24 7c0 5-4 6.5-6.5 9.500"
        className="fill-none stroke-accent-ink stroke-3"
        strokeLinecap="round"
      />
    </svg>
    Tributary
  </span>
);
