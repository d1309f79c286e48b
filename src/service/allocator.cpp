// How the allocator behaves, which reads this name when the program is loaded: memory that is no longer used goes back
// to the system by a thread of the allocator's own, also while nothing is asked of the service.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "background_thread:true";
}
