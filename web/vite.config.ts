import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** `npx vite web` serves the sources while a started server on its usual port answers the API. */
const SERVER = "http://localhost:8080";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // What was loaded is measured from it: `scripts/web-budget.mjs`.
    manifest: true,
    // Data addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": SERVER, "/openapi.json": SERVER, "/docs": SERVER } },
});
