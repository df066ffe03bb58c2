MemcpyHtoD,0x00007f000003e700,6400
MemcpyHtoD,0x00007f00000eae00,6400
kernel-1.traceg
kernel-2.traceg
