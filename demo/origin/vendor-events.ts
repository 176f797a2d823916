import type { VendorEvent } from "./amplitude-server.ts";

/** `2026-01-31 12:00:00.123000` */
export const vendorTime = (ms: number): string =>
  `${new Date(ms).toISOString().replace("T", " ").slice(0, 23)}000`;

let made = 0;

export const uuidOf = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** A line of an export with the fields the real ones have. */
export function vendorEvent(timeMs: number, more: Record<string, unknown> = {}): VendorEvent {
  made += 1;
  return {
    uuid: uuidOf(made),
    event_type: "Order placed",
    event_time: vendorTime(timeMs),
    client_event_time: vendorTime(timeMs),
    server_received_time: vendorTime(timeMs + 500),
    server_upload_time: vendorTime(timeMs + 1000),
    user_id: "ana@example.com",
    device_id: "device-1",
    amplitude_id: 98_765,
    session_id: -1,
    event_id: made,
    platform: "Web",
    os_name: "Chrome",
    os_version: "131",
    device_model: "Windows",
    country: "Germany",
    city: "Berlin",
    region: "Berlin",
    language: "German",
    ip_address: "203.0.113.7",
    version_name: null,
    event_properties: { amount: 12.5, items: ["book", "pen"] },
    user_properties: { plan: "pro" },
    groups: {},
    user_creation_time: vendorTime(timeMs - 86_400_000),
    ...more,
  };
}
