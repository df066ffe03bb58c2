// 8- and 16-bit integers: loads and stores of each width, sign extension,
// arithmetic in 16-bit registers, and a shift that needs the value narrowed.

extern "C" __global__ void narrow_bytes(const signed char* a, const unsigned char* b, signed char* s,
                                        unsigned char* u, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[i] = (signed char)(a[i] * 3 - b[i]);
    u[i] = (unsigned char)((b[i] >> 1) + (unsigned char)(a[i] >> 2));
}

extern "C" __global__ void narrow_shorts(const short* a, const unsigned short* b, short* s,
                                         unsigned short* u, int* wide, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    short x = a[i];
    unsigned short y = b[i];
    short low, high;
    asm("mul.lo.s16 %0, %1, 5;" : "=h"(low) : "h"(x));
    asm("mul.hi.s16 %0, %1, %2;" : "=h"(high) : "h"(x), "h"(x));
    unsigned short sum, least;
    asm("mad.lo.u16 %0, %1, %1, %2;" : "=h"(sum) : "h"(y), "h"((unsigned short)x));
    asm("min.u16 %0, %1, %2;" : "=h"(least) : "h"(y), "h"((unsigned short)x));
    short quotient, absolute;
    asm("div.s16 %0, %1, 7;" : "=h"(quotient) : "h"(x));
    asm("abs.s16 %0, %1;" : "=h"(absolute) : "h"(quotient));
    s[i] = (short)(low + high + absolute);
    u[i] = (unsigned short)(sum ^ least ^ (y << 3) ^ (y >> 5));
    wide[i] = (int)x * y + (x < (short)y ? 1 : 0);
}
