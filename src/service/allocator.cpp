// jemalloc reads this variable when the program is loaded. A background thread of the allocator returns unused memory
// to the system, also while the service is idle.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "background_thread:true";
}
