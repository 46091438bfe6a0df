// Compiled in front of better-sqlite3 on Node 24.19 and later (see docs/decisions/tools.md): from that version
// on, Node's header registers a hook for every wrapped object and aborts the process when it removes one
// during garbage collection. This includes the header with both calls removed, as in earlier versions.
#include <node.h>
#define AddEnvironmentCleanupHook(isolate, hook, data) static_cast<void>(0)
#define RemoveEnvironmentCleanupHook(isolate, hook, data) static_cast<void>(0)
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
